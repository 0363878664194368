/** Translates the server's messages about uploads. */
import * as contract from "#shared/contracts/uploads.ts";
import type { Upload } from "#shared/entities/upload.ts";
import { HttpError } from "../../api/errors.ts";
import { errorMessage } from "../../api/messages.ts";
import { type MessageId, t } from "../../i18n/index.ts";

const WORDS: Record<string, MessageId> = {
  [contract.UPLOADS_OFF]: "uploads.off",
  [contract.UPLOAD_NEEDS_ACCOUNT]: "uploads.needsAccount",
  [contract.FILE_TOO_LARGE]: "uploads.tooLarge",
  [contract.QUOTA_USED]: "uploads.quota",
  [contract.NO_SPACE]: "uploads.noSpace",
  [contract.UPLOAD_PUBLISHED]: "uploads.published",
  [contract.UPLOAD_DECIDED]: "uploads.decided",
};
const REASONS: Record<string, MessageId> = {
  [contract.LOST_WHILE_SENT]: "uploads.lost",
  [contract.LOST]: "uploads.lost",
  [contract.DAMAGED]: "uploads.damaged",
  [contract.FILE_TAKEN_DOWN]: "uploads.takenDown",
  [contract.INFECTED]: "uploads.infected",
  [contract.KIND_REFUSED]: "uploads.kindRefused",
};

export function refusalText(error: unknown): string {
  const id = error instanceof HttpError ? WORDS[error.message] : undefined;
  return id === undefined ? errorMessage(error) : t(id);
}

/** Reason of a failed upload: the archive's are translated, a moderator's are shown as written. */
export function reasonText({
  state,
  reason,
  mime,
}: Pick<Upload, "state" | "reason" | "mime">): string | null {
  const id = state === "failed" ? REASONS[reason ?? ""] : undefined;
  return id === undefined ? reason : t(id, { mime: mime ?? "" });
}
