/** Index data that the bundled engine does not open: it is set aside, rebuilt, and deleted once the rebuild is done. */
import { access, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";

const OLD = "data.ms.old-";
/** Exits before the engine answered, after which its data are set aside. The first may have another reason. */
const MAX_EXITS = 2;

export class IndexData {
  readonly #home: string;
  readonly #data: string;
  #exits = 0;
  /** Data set aside just now: the engine is started without them, to see whether they are the reason. */
  #onTrial: { path: string; version: string | undefined } | undefined;
  #isTried = false;

  /** @param home folder of the engine */
  constructor(home: string) {
    this.#home = home;
    this.#data = join(home, "data.ms");
  }

  /** Version of the engine that wrote the data, as it noted it there. */
  version(): Promise<string | undefined> {
    return readFile(join(this.#data, "VERSION"), "utf8").then(
      (text) => text.trim(),
      () => undefined,
    );
  }

  /** Call when the engine exited by itself before it answered. Leaves it an empty folder if the data may be the reason. */
  async afterExit(): Promise<void> {
    if (this.#onTrial !== undefined) {
      // It fails without data too, so the data are not the reason.
      await rm(this.#data, { recursive: true, force: true });
      await rename(this.#onTrial.path, this.#data);
      this.#onTrial = undefined;
      return;
    }
    this.#exits += 1;
    if (this.#isTried || this.#exits < MAX_EXITS || !(await exists(this.#data))) return;
    this.#isTried = true;
    const path = join(this.#home, `${OLD}${Date.now()}`);
    const version = await this.version();
    await rename(this.#data, path);
    this.#onTrial = { path, version };
  }

  /** Call when the engine answers. @returns version of the data that it did not open, if that is why it has none now */
  afterStart(): { version: string | undefined } | undefined {
    const trial = this.#onTrial;
    this.#exits = 0;
    this.#onTrial = undefined;
    this.#isTried = false;
    return trial;
  }

  async isSetAside(): Promise<boolean> {
    return (await this.#old()).length > 0;
  }

  async deleteSetAside(): Promise<void> {
    for (const name of await this.#old()) await rm(join(this.#home, name), { recursive: true, force: true });
  }

  async #old(): Promise<string[]> {
    // There is no folder where the engine is that of MEILI_URL.
    const names = await readdir(this.#home).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return [];
      throw error;
    });
    return names.filter((name) => name.startsWith(OLD));
  }
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
