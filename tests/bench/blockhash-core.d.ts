/** Types of the function that the bench uses; the package has none. */
declare module "blockhash-core" {
  interface Pixels {
    width: number;
    height: number;
    /** Red, green, blue, alpha of each pixel. */
    data: Uint8Array;
  }
  /** @returns `bits` squared bits as hex digits */
  export function bmvbhash(pixels: Pixels, bits: number): string;
}
