/** The importer: the form, import status, saved keys, and the queue for administrators. */
import { z } from "zod/mini";
import { ServiceName } from "../entities/creator.ts";
import { Import, ImporterService, ManagedImport, QueueOfService, ServiceKey } from "../entities/import.ts";
import {
  DMS_NEED_ACCOUNT,
  IMPORT_STATES,
  NO_CONNECTOR,
  NOTHING_TO_REVOKE,
  SAVING_NEEDS_ACCOUNT,
  SERVICE_OFF,
} from "../rules/importer.ts";
import { offset } from "../rules/offset.ts";
import { MAX_FIELD } from "../services/import-fields.ts";
import { endpoint } from "./endpoint.ts";

export const IMPORT_NOT_FOUND = "Your import could not be found.";
export const IMPORT_ENDED = "This import has ended.";
export const KEY_DEAD = "The service refused this key.";
export const NO_IMPORTER = "The importer is not running. Try again later.";
export const STILL_IMPORTING = "An import with this key is under way.";
export const KEY_GONE = "The key of this import is deleted.";
const NOT_FOUND = { 404: ["Not Found"] };

/** JSON clients of the original API send "1" and "0". */
const Flag = z
  ._default(
    z.pipe(
      z.union([z.enum(["1", "0", ""]), z.boolean()], "Expected 1 or 0."),
      z.transform((sent) => sent === "1" || sent === true),
    ),
    false,
  )
  .register(z.globalRegistry, { type: "string", enum: ["1", "0"] });

/** Longer than the form allows, so that the form's own message is returned. */
const Field = z.optional(
  z
    .string("Expected text.")
    .check(z.maxLength(MAX_FIELD * 8, "The value is too long."))
    .register(z.globalRegistry, { description: `At most ${MAX_FIELD} characters.` }),
);

export const getImporter = endpoint({
  method: "GET",
  path: "/v1/importer",
  access: "anyone",
  scope: "import",
  private: true,
  summary: "Services this archive imports from, and its operators' contact.",
  response: z.object({
    services: z.array(ImporterService),
    /** Mail or web address of the operators. */
    contact: z.nullable(z.string()),
    /** True if many imports are waiting. */
    backlogged: z.boolean(),
    /** True if an importer process is running. */
    running: z.boolean(),
  }),
});

export const submitImport = endpoint({
  method: "POST",
  path: "/v1/importer/submit",
  access: "anyone",
  scope: "import",
  summary:
    "Starts an import with a session key of a service. If one with this key is running, returns that import. 422 names the invalid field.",
  limits: [{ points: 30, seconds: 3_600, by: ["session"] }],
  maxBytes: 64 * 1024,
  body: z.strictObject(
    {
      service: z.enum(ServiceName.options, {
        error: ({ input }) => `"${String(input).slice(0, 40)}" is not a valid paysite.`,
      }),
      session_key: Field,
      channel_ids: Field,
      auth_id: Field,
      "x-bc": Field,
      user_agent: Field,
      save_dms: Flag,
      save_session_key: Flag,
      auto_import: Flag,
    },
    "Expected the fields of the import form.",
  ),
  response: z.object({ import_id: z.string() }),
  errors: {
    401: [DMS_NEED_ACCOUNT, SAVING_NEEDS_ACCOUNT],
    422: [SERVICE_OFF, NO_CONNECTOR],
    503: [NO_IMPORTER],
  },
});

const ImportId = z.object({
  id: z.string("Import ID is required.").check(z.regex(/^[0-9a-f]{32}$/, IMPORT_NOT_FOUND)),
});

export const getImport = endpoint({
  method: "GET",
  path: "/v1/imports/:id",
  access: "anyone",
  scope: "import",
  private: true,
  summary: "State and logs of an import. Only its submitter receives its id.",
  params: z.object({ id: z.string("Import ID is required.") }),
  response: Import,
  errors: { 404: [IMPORT_NOT_FOUND] },
});

export const getImportLogs = endpoint({
  method: "GET",
  path: "/v1/importer/logs/:id",
  access: "anyone",
  scope: "import",
  private: true,
  summary: "Logs of an import, oldest first, stored for 48 hours; an empty list if there are none.",
  params: z.object({ id: z.string("Import ID is required.") }),
  response: z.array(z.string()),
});

export const cancelImport = endpoint({
  method: "POST",
  path: "/v1/imports/:id/cancel",
  access: "anyone",
  scope: "import",
  summary:
    "Cancels an import; one of an account can only be canceled by that account. Imported content stays.",
  params: ImportId,
  response: z.literal(true),
  errors: { 404: [IMPORT_NOT_FOUND], 409: [IMPORT_ENDED] },
});

const KeyId = z.object({ id: z.string().check(z.regex(/^[1-9]\d{0,8}$/, "Not Found")) });

export const listKeys = endpoint({
  method: "GET",
  path: "/v1/account/keys",
  access: "session",
  scope: "import",
  private: true,
  summary: "Saved keys of the account, newest first, with their imports, newest first.",
  response: z.object({
    props: z.object({
      currentPage: z.literal("account"),
      title: z.literal("Your service keys"),
      service_keys: z.array(ServiceKey),
    }),
    import_ids: z.array(z.object({ id: z.int(), import_ids: z.array(z.string()) })),
  }),
});

export const revokeKeys = endpoint({
  method: "POST",
  path: "/v1/account/keys",
  access: "session",
  scope: "import",
  summary: "Deletes saved keys and cancels their imports; ids of other accounts' keys are skipped.",
  body: z.strictObject(
    {
      revoke: z
        .array(z.int("Expected key ids."), NOTHING_TO_REVOKE)
        .check(z.minLength(1, NOTHING_TO_REVOKE), z.maxLength(1_000, "Too many keys.")),
    },
    NOTHING_TO_REVOKE,
  ),
  response: z.literal(true),
});

export const changeKey = endpoint({
  method: "PATCH",
  path: "/v1/account/keys/:id",
  access: "session",
  scope: "import",
  summary: "Turns automatic import with a saved key on or off.",
  params: KeyId,
  body: z.strictObject({ auto_import: z.boolean() }, "Expected auto_import."),
  response: ServiceKey,
  errors: { ...NOT_FOUND, 409: [KEY_DEAD] },
});

export const importWithKey = endpoint({
  method: "POST",
  path: "/v1/account/keys/:id/import",
  access: "session",
  scope: "import",
  summary: "Starts an import with a saved key.",
  params: KeyId,
  response: z.object({ import_id: z.string() }),
  errors: { ...NOT_FOUND, 409: [KEY_DEAD] },
});

const administrator = { access: "administrator" } as const;
const PATH = "/v1/account/administrator/imports";

export const listImports = endpoint({
  ...administrator,
  method: "GET",
  path: PATH,
  private: true,
  summary:
    "The queue by service, reasons of failures in the last 7 days, and imports, newest first, 50 per page.",
  query: z.object({
    o: offset(),
    state: z.optional(z.enum(IMPORT_STATES, "Unknown state")),
    service: z.optional(z.enum(ServiceName.options, "Unknown service")),
  }),
  response: z.object({
    count: z.int(),
    imports: z.array(ManagedImport),
    services: z.array(QueueOfService),
    failures: z.array(z.object({ service: ServiceName, reason: z.string(), count: z.int() })),
  }),
});

export const pauseImports = endpoint({
  ...administrator,
  method: "PATCH",
  path: `${PATH}/services/:service`,
  summary: "Pauses or resumes the imports of a service; running ones continue.",
  params: z.object({ service: z.enum(ServiceName.options, "Unknown service") }),
  body: z.strictObject({ paused: z.boolean() }, "Expected paused."),
  response: z.literal(true),
});

export const cancelManagedImport = endpoint({
  ...administrator,
  method: "POST",
  path: `${PATH}/:id/cancel`,
  summary: "Cancels an import. Imported content stays.",
  params: ImportId,
  response: z.literal(true),
  errors: { 404: [IMPORT_NOT_FOUND], 409: [IMPORT_ENDED] },
});

export const retryImport = endpoint({
  ...administrator,
  method: "POST",
  path: `${PATH}/:id/retry`,
  summary: "Retries a failed or canceled import, or starts the next attempt of a waiting one now.",
  params: ImportId,
  response: z.literal(true),
  errors: { 404: [IMPORT_NOT_FOUND], 409: [KEY_GONE, STILL_IMPORTING] },
});
