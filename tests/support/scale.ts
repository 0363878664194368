/** Sizes of tests that can be run at any size: small ones in `npm test`, large ones in `npm run test:slow`. */
export const isSlowRun = process.env["ROOST_SLOW"] === "1";

/** For files named `*.large.*`, which `npm run test:slow` runs again. */
export const sized = (small: number, large: number): number => (isSlowRun ? large : small);
