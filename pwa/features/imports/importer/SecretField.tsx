import type { Service } from "#shared/paysites/index.ts";
import type { ImportField } from "#shared/rules/importer.ts";
import { t } from "../../../i18n/index.ts";
import { Field } from "../../../ui/Field.tsx";
import { KeyLocation } from "../../settings/static-pages/public.ts";
import { FIELD_LABELS } from "./messages.ts";

/**
 * A field of the form, uncontrolled: React would write the value of a controlled one into the markup. Not of type
 * `password`: browsers offer to store those.
 */
export function SecretField({
  service,
  field,
  hasTexts,
  problem,
}: {
  service: Service;
  field: ImportField;
  /** Those of `useTexts`. */
  hasTexts: boolean;
  problem: string | undefined;
}) {
  const isToken = service === "discord" && field === "session_key";
  return (
    <Field
      label={t(isToken ? "importer.token" : FIELD_LABELS[field])}
      name={field}
      problem={problem}
      hint={field === "session_key" ? hasTexts && <KeyLocation service={service} /> : hintOf(field)}
      autoComplete="off"
      autoCorrect="off"
      dir="ltr"
      translate="no"
      {...(field === "user_agent" ? { defaultValue: navigator.userAgent } : {})}
    />
  );
}

function hintOf(field: ImportField): string | undefined {
  if (field === "channel_ids") return t("importer.channelIdsHint");
  if (field === "auth_id") return t("importer.authIdHint");
  if (field === "x-bc") return t("importer.bcTokenHint");
  return field === "user_agent" ? t("importer.userAgentHint") : undefined;
}
