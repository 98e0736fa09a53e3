/**
 * Which parts of fp-ts does the kernel use? This is the only file that imports the package.
 */
import * as E from '#fp/Either'
import * as O from '#fp/Option'
import * as TE from '#fp/TaskEither'
import { flow, identity, pipe } from '#fp/function'

export { E, O, TE, flow, identity, pipe }

/** Inside the kernel a failure is a `Left`; hosts see a plain `Result` instead. */
export type Either<L, A> = E.Either<L, A>
