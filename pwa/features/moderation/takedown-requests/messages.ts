import { DECIDED_MEANWHILE } from "#shared/contracts/moderation.ts";
import { TOO_MANY_TAKEDOWN_REQUESTS } from "#shared/contracts/takedown-requests.ts";
import { HttpError } from "../../../api/errors.ts";
import { errorMessage } from "../../../api/messages.ts";
import { t } from "../../../i18n/index.ts";

export function problemOf(error: unknown): string {
  if (error instanceof HttpError && error.message === TOO_MANY_TAKEDOWN_REQUESTS)
    return t("takedownRequests.tooMany");
  if (error instanceof HttpError && error.message === DECIDED_MEANWHILE) return t("moderation.meanwhile");
  return errorMessage(error);
}
