import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { removeSample } from "#shared/contracts/administration.ts";
import { call } from "../../../api/call.ts";
import { t } from "../../../i18n/index.ts";
import { noteEndedSession } from "../../../offline/account/call.ts";
import button from "../../../ui/Button.module.css";
import { Success } from "../../../ui/Success.tsx";
import { useConfirmation } from "../../account/ConfirmPassword.tsx";
import { refusalText } from "../../account/messages.ts";
import { archiveQuery } from "./archive-api.ts";

const POLL_INTERVAL_MS = 2_000;

/** Button for administrators that removes the sample; says when it is gone. */
export function RemoveSample() {
  const client = useQueryClient();
  const confirmation = useConfirmation();
  const { data } = useQuery({
    ...archiveQuery(),
    refetchInterval: ({ state }) => (state.data?.sample === "removing" ? POLL_INTERVAL_MS : false),
  });
  const remove = useMutation({
    mutationFn: () => confirmation.run(() => call(removeSample)),
    onError: noteEndedSession,
    onSettled: () => client.invalidateQueries({ queryKey: archiveQuery().queryKey }),
  });
  const state = data?.sample;
  // Lists and counts are other ones now.
  useEffect(() => {
    if (state === "removed" && remove.isSuccess) void client.invalidateQueries();
  }, [client, state, remove.isSuccess]);
  if (state === "removed") return <Success>{t("sample.removed")}</Success>;
  if (state === "removing" || remove.isPending) return <p role="status">{t("sample.removing")}</p>;
  if (state !== "loaded") return null;
  return (
    <>
      <button type="button" className={button.button} onClick={() => remove.mutate()}>
        {t("sample.remove")}
      </button>
      <p role="alert">{remove.error === null ? null : refusalText(remove.error)}</p>
      {confirmation.dialog}
    </>
  );
}
