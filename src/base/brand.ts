/**
 * How does a plain value carry a meaning the compiler checks? Brands exist in types only, never at run time.
 */
declare const brand: unique symbol

/** `A` known to satisfy `B`; made only by the codec or function that checked it. */
export type Brand<A, B extends string> = A & { readonly [brand]: B }
