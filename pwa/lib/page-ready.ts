/** Signals that the first screen is interactive. Hydration runs in parts: the screen after its surroundings. */
let resolve = () => {};

/** Resolves once the first page heading was rendered or hydrated. */
export const pageReady = new Promise<void>((done) => {
  resolve = done;
});

export const notePageReady = (): void => resolve();
