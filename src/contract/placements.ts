/**
 * Where may recalled and standing items stand? The words alone, so that `cmk --help` can name them without loading codecs.
 */

/** The placements a plan knows; `hybrid` is the default. @since 0.1.0 */
export const PLACEMENTS = ['hybrid', 'stable-prefix', 'latest-user'] as const
