/** Translates messages of the form and the server about imports. */
import * as contract from "#shared/contracts/importer.ts";
import * as rules from "#shared/rules/importer.ts";
import {
  IMPORT_PROBLEMS,
  type ImportFieldName,
  type ImportProblemName,
} from "#shared/services/import-fields.ts";
import { HttpError } from "../../../api/errors.ts";
import { errorMessage } from "../../../api/messages.ts";
import { type MessageId, t } from "../../../i18n/index.ts";

const problems = Object.keys(IMPORT_PROBLEMS) as ImportProblemName[];

const WORDS: Record<string, MessageId> = {
  ...Object.fromEntries(problems.map((name) => [IMPORT_PROBLEMS[name], `importer.problem.${name}`] as const)),
  [rules.DMS_NEED_ACCOUNT]: "importer.dmsNeedAccount",
  [rules.SAVING_NEEDS_ACCOUNT]: "importer.keyNeedsAccount",
  [rules.SERVICE_OFF]: "importer.problem.off",
  [rules.NO_CONNECTOR]: "importer.problem.noConnector",
  [rules.NOTHING_TO_REVOKE]: "importer.keys.noneSelected",
  [contract.NO_IMPORTER]: "importer.problem.notRunning",
  [contract.IMPORT_NOT_FOUND]: "importer.status.missing",
  [contract.IMPORT_ENDED]: "importer.problem.ended",
  [contract.KEY_DEAD]: "importer.problem.dead",
  [contract.STILL_IMPORTING]: "importer.problem.underWay",
  [contract.KEY_GONE]: "importer.problem.gone",
};

/** Messages with placeholders. */
const PATTERNS: [RegExp, MessageId][] = [
  [/^Invalid key: Expected 43 characters, got (?<count>\d+)$/, "importer.problem.length"],
  [/^(?<id>.*) is not a valid channel ID\.$/s, "importer.problem.channelId"],
  [
    /^(?<name>Session key|Channel IDs|User ID|BC token|User-Agent) is required\.$/,
    "importer.problem.required",
  ],
  [/^(?<name>Channel IDs|User ID|BC token|User-Agent) is too long\.$/, "importer.problem.fieldTooLong"],
];

export const FIELD_LABELS: Record<ImportFieldName, MessageId> = {
  session_key: "importer.sessionKey",
  channel_ids: "importer.channelIds",
  auth_id: "importer.authId",
  "x-bc": "importer.bcToken",
  user_agent: "importer.userAgent",
};

/** @param field of the message */
export function problemText(message: string, field?: ImportFieldName): string {
  const id = WORDS[message];
  if (id !== undefined) return t(id);
  for (const [pattern, patternId] of PATTERNS) {
    const { groups } = pattern.exec(message) ?? {};
    const name = field === undefined ? groups?.["name"] : t(FIELD_LABELS[field]);
    if (groups !== undefined) return t(patternId, { ...groups, ...(name === undefined ? {} : { name }) });
  }
  return message;
}

/** Message of a failed request: the server's own if it concerns the input. */
export function refusalText(error: unknown): string {
  if (!(error instanceof HttpError) || error.message === "") return errorMessage(error);
  const text = problemText(error.message);
  const isKnown = text !== error.message || WORDS[error.message] !== undefined;
  return isKnown || error.status === 422 ? text : errorMessage(error);
}

const STATUS: Record<ReturnType<typeof rules.importStatus>, MessageId> = {
  "In Progress": "importer.status.inProgress",
  Finished: "importer.status.done",
  Failed: "importer.status.failed",
  Canceled: "importer.status.canceled",
};

export const statusText = (state: rules.ImportState): string => t(STATUS[rules.importStatus(state)]);
