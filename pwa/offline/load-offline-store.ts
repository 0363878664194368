/** The way to the device: no code of the database is loaded before it is needed. */
type Device = typeof import("./offline-store.ts");

let loaded: Promise<Device> | undefined;

/** Loads the database's code once. @throws where it cannot be loaded */
export function openDevice(): Promise<Device> {
  loaded ??= import("./offline-store.ts").catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}
