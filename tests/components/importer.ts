/** Answers of the importer, for component tests. */
import type { z } from "zod/mini";
import { getImport, getImporter, listImports, listKeys } from "#shared/contracts/importer.ts";
import type {
  Import,
  ImporterService,
  ManagedImport,
  QueueOfService,
  ServiceKey,
} from "#shared/entities/import.ts";
import { api } from "./api.ts";
import { DAY } from "./examples.ts";

export const IMPORT_ID = "0123456789abcdef0123456789abcdef";

export const importerService = (part: Partial<ImporterService> = {}): ImporterService => ({
  service: "patreon",
  enabled: true,
  connector: "gallery-dl",
  paused: false,
  ...part,
});

export async function answerImporter(
  part: Partial<z.input<typeof getImporter.response>> = {},
): Promise<void> {
  await api.answer(getImporter, {
    services: [importerService()],
    contact: "mailto:desk@example.org",
    backlogged: false,
    running: true,
    ...part,
  });
}

export const anImport = (part: Partial<z.input<typeof Import>> = {}): z.input<typeof Import> => ({
  import_id: IMPORT_ID,
  service: "patreon",
  priority: 0,
  sub_count: 3,
  save_dms: false,
  created_at: DAY,
  first_started_at: DAY,
  retry_count: 0,
  current_try_started_at: DAY,
  resuming_at: null,
  finished_at: null,
  key_failed_at: null,
  is_key_invalid: false,
  backlogged: false,
  logs: ["Started.", "Ann Lantern: 12 posts"],
  state: "running",
  reason: null,
  added: 12,
  missing_files: [],
  can_cancel: false,
  ...part,
});

export const managedImport = (
  part: Partial<z.input<typeof ManagedImport>> = {},
): z.input<typeof ManagedImport> => {
  const { logs: _, backlogged: __, can_cancel: ___, missing_files: ____, ...rest } = anImport();
  return { ...rest, username: "bea", ...part };
};

export const queueOf = (part: Partial<QueueOfService> = {}): QueueOfService => ({
  ...importerService(),
  queued: 2,
  running: 1,
  done: 5,
  failed: 1,
  invalid_key: 3,
  canceled: 0,
  added: 240,
  oldest_seconds: 90,
  ...part,
});

export const savedKey = (part: Partial<z.input<typeof ServiceKey>> = {}): z.input<typeof ServiceKey> => ({
  id: 1,
  service: "patreon",
  added: DAY,
  dead: false,
  auto_import: true,
  next_import_at: DAY,
  ...part,
});

export async function answerKeys(
  keys: z.input<typeof ServiceKey>[],
  imports: { id: number; import_ids: string[] }[] = [],
): Promise<void> {
  await api.answer(listKeys, {
    props: { currentPage: "account", title: "Your service keys", service_keys: keys },
    import_ids: imports,
  });
}

/** Everything that the screens of the importer ask for. */
export async function answerWholeImporter(): Promise<void> {
  await answerImporter();
  await api.answer(getImport, anImport());
  await answerKeys([savedKey()], [{ id: 1, import_ids: [IMPORT_ID] }]);
  await api.answer(listImports, {
    count: 1,
    imports: [managedImport()],
    services: [queueOf()],
    failures: [{ service: "patreon", reason: "The service did not answer.", count: 2 }],
  });
}
