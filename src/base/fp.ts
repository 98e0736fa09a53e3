/**
 * Which parts of fp-ts does the kernel use? This is the only file that imports the package.
 */
import * as E from '#fp/Either'
import { pipe } from '#fp/function'

export { E, pipe }

/** Inside the kernel a failure is a `Left`; hosts see a plain `Result` instead. */
export type Either<L, A> = E.Either<L, A>
