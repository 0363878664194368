/** PostgreSQL and Meilisearch for one test run, in a temporary folder. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "#backend/config.ts";
import { openDataFolder } from "#backend/supervisor/data-folder.ts";
import { startEngines } from "#backend/supervisor/engines.ts";
import { createTemplate } from "./database.ts";

export interface TestEngines {
  /** For the tests: TEST_DATABASE_URL, TEST_IMPORTER_KEY (tests/importer/key.ts) and, where there is a search engine, TEST_MEILI_URL and _KEY. */
  env: Record<string, string>;
  /** Settings for an archive that runs on them. */
  forApp: Record<string, string>;
  about: string;
  stop(): Promise<void>;
}

export async function startTestEngines(): Promise<TestEngines> {
  const root = await mkdtemp(join(tmpdir(), "roost-engines-"));
  const config = readConfig({ ROOST_DATA: root });
  const folder = await openDataFolder(root);
  const wanted = { postgres: true, meili: true };
  const engines = await startEngines(config, wanted, folder, { throwaway: true, log: console.error });
  const admin = new URL(engines.databaseUrl);
  admin.pathname = "/postgres";
  await createTemplate(admin.href).catch(async (error) => {
    await engines.stop(); // running, they would keep this process from ending
    throw error;
  });
  const env: Record<string, string> = {
    TEST_DATABASE_URL: admin.href,
    TEST_IMPORTER_KEY: join(root, "importer-key.pem"),
  };
  const forApp: Record<string, string> = { DATABASE_URL: engines.databaseUrl };
  if (engines.meili) {
    const { url, key } = engines.meili;
    Object.assign(env, { TEST_MEILI_URL: url, TEST_MEILI_KEY: key });
    Object.assign(forApp, { MEILI_URL: url, MEILI_KEY: key });
  }
  return {
    env,
    forApp,
    about: [engines.about.postgres, engines.about.meili ?? "no Meilisearch"].join(", "),
    async stop() {
      await engines.stop();
      await rm(root, { recursive: true, force: true });
    },
  };
}
