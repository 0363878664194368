/** Index data that the bundled engine does not open: it is set aside, rebuilt, and deleted once the rebuild is done. */
import { access, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";

/** Exits before the engine answered, after which its data are set aside. The first may have another reason. */
const MAX_EXITS = 2;

export class IndexData {
  readonly #data: string;
  readonly #aside: string;
  #exits = 0;
  /** `running`: the engine is being started without its data, to see whether they are the reason. */
  #trial: "none" | "running" | "failed" = "none";

  /** @param home folder of the engine */
  constructor(home: string) {
    this.#data = join(home, "data.ms");
    this.#aside = join(home, "data.ms.old");
  }

  /** Version of the engine that wrote the data, as it noted it there. */
  version(): Promise<string | undefined> {
    return readFile(join(this.#data, "VERSION"), "utf8").then(
      (text) => text.trim(),
      () => undefined,
    );
  }

  /** Call when the engine exited by itself before it answered. @returns true if it now has an empty folder */
  async afterExit(): Promise<boolean> {
    if (this.#trial === "running") {
      // It fails without data too, so the data are not the reason.
      this.#trial = "failed";
      await rm(this.#data, { recursive: true, force: true });
      await rename(this.#aside, this.#data);
      return false;
    }
    this.#exits += 1;
    if (this.#trial === "failed" || this.#exits < MAX_EXITS || !(await exists(this.#data))) return false;
    // Older data are set aside already if a start was interrupted: what is in use then is part of a rebuild.
    if (await exists(this.#aside)) await rm(this.#data, { recursive: true, force: true });
    else await rename(this.#data, this.#aside);
    this.#trial = "running";
    return true;
  }

  afterStart(): void {
    this.#exits = 0;
    this.#trial = "none";
  }

  isSetAside(): Promise<boolean> {
    return exists(this.#aside);
  }

  deleteSetAside(): Promise<void> {
    return rm(this.#aside, { recursive: true, force: true });
  }
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
