/** Checks the fields of the import form, with the messages that server and form show. */
import {
  IMPORT_FIELDS,
  IMPORT_PROBLEMS,
  type ImportFieldName,
  MAX_FIELD,
} from "../services/import-fields.ts";
import { type Service, serviceInfo } from "../services/index.ts";
import type { ImportField } from "../services/service.ts";

/** Poll interval of the status page. */
export const STATUS_POLL_MS = 15_000;
export const DMS_NEED_ACCOUNT = "You must be logged in to import DMs, so that you can approve them.";
export const SAVING_NEEDS_ACCOUNT = "You must be logged in to save a key, so that you can revoke it.";
export const SERVICE_OFF = "This archive does not import from this service.";
export const NO_CONNECTOR = "This archive has no connector installed for this service.";
export const HUMAN_CHECK = "The site asks for a human check. Try again later.";
export const NOTHING_TO_REVOKE = "At least one key must be selected for revocation.";

/** The values of one service's fields, trimmed. */
export type ImportSecrets = Partial<Record<ImportFieldName, string>>;

/** Field names of a service, in order. */
export function importFields(service: Service): ImportFieldName[] {
  return Object.keys(serviceInfo(service).importForm) as ImportFieldName[];
}

export interface ImportProblem {
  field: ImportFieldName;
  message: string;
}

/** Returns the trimmed values of a service's fields, without those of other services, or the first problem. */
export function checkImport(
  service: Service,
  values: ImportSecrets,
): { values: ImportSecrets; problem?: never } | { problem: ImportProblem; values?: never } {
  const { importForm } = serviceInfo(service);
  const trimmed: ImportSecrets = {};
  for (const field of importFields(service)) {
    const text = (values[field] ?? "").trim();
    const message = problemOf(field, importForm[field] ?? {}, text);
    if (message !== undefined) return { problem: { field, message } };
    trimmed[field] = text;
  }
  return { values: trimmed };
}

function problemOf(
  field: ImportFieldName,
  { check, tooLong }: ImportField,
  text: string,
): string | undefined {
  const label = IMPORT_FIELDS[field];
  if (text === "") return `${label} is required.`;
  if (text.length > MAX_FIELD) {
    if (tooLong !== undefined) return IMPORT_PROBLEMS[tooLong];
    return field === "session_key" ? IMPORT_PROBLEMS.tooLong : `${label} is too long.`;
  }
  const problem = check?.(text);
  return typeof problem === "string" ? IMPORT_PROBLEMS[problem] : problem?.message;
}

export const IMPORT_STATES = ["queued", "running", "done", "failed", "invalid_key", "canceled"] as const;
/** `queued`: waiting for its first or another attempt. */
export type ImportState = (typeof IMPORT_STATES)[number];

/** The word that the status page shows. */
export function importStatus(state: ImportState): "In Progress" | "Finished" | "Failed" | "Canceled" {
  if (state === "done") return "Finished";
  if (state === "canceled") return "Canceled";
  return state === "failed" || state === "invalid_key" ? "Failed" : "In Progress";
}
