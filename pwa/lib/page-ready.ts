/** Whether the first screen listens. A page from the server is hydrated in parts: the screen later than what surrounds it. */
let resolve = () => {};

/** Resolves once, when the first heading of a page was rendered or hydrated. */
export const pageReady = new Promise<void>((done) => {
  resolve = done;
});

export const notePageReady = (): void => resolve();
