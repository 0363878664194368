import { DECIDED_MEANWHILE, NOT_UNDOABLE } from "#shared/contracts/moderation.ts";
import type { FlagReason } from "#shared/rules/flags.ts";
import { HttpError } from "../../api/errors.ts";
import { t } from "../../i18n/index.ts";
import { refusalText } from "../account/messages.ts";

/** Text of a failed action. */
export function problemOf(error: unknown): string {
  if (error instanceof HttpError && error.message === DECIDED_MEANWHILE) return t("moderation.meanwhile");
  if (error instanceof HttpError && error.message === NOT_UNDOABLE) return t("moderation.notUndoable");
  if (error instanceof HttpError && error.status === 404) return t("moderation.notThere");
  return refusalText(error);
}

export const reasonName = (reason: FlagReason) =>
  t("flags.reasonName", { value: reason.replaceAll("-", "_") });
