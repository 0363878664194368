/** What the server says of uploads, in the visitor's language. */
import * as contract from "#shared/contracts/uploads.ts";
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

export function refusalText(error: unknown): string {
  const id = error instanceof HttpError ? WORDS[error.message] : undefined;
  return id === undefined ? errorMessage(error) : t(id);
}
