import type { ImportFieldName } from "#shared/services/import-fields.ts";
import { type Service, serviceInfo } from "#shared/services/index.ts";
import { t } from "../../../i18n/index.ts";
import { Field } from "../../../ui/Field.tsx";
import { KeyLocation } from "./KeyLocations.tsx";
import { FIELD_LABELS } from "./messages.ts";

/**
 * Uncontrolled field, as React writes values of controlled ones into the markup. Not of type `password`, as browsers
 * offer to store those.
 */
export function SecretField({
  service,
  field,
  hasTexts,
  problem,
}: {
  service: Service;
  field: ImportFieldName;
  /** True once `useTexts` has loaded. */
  hasTexts: boolean;
  problem: string | undefined;
}) {
  const isToken = field === "session_key" && serviceInfo(service).key.isToken === true;
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

function hintOf(field: ImportFieldName): string | undefined {
  if (field === "channel_ids") return t("importer.channelIdsHint");
  if (field === "auth_id") return t("importer.authIdHint");
  if (field === "x-bc") return t("importer.bcTokenHint");
  return field === "user_agent" ? t("importer.userAgentHint") : undefined;
}
