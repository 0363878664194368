import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  ACCESS_IS_FIXED,
  changeAccess,
  DATA_SERVERS_ARE_OPEN,
  getAccess,
} from "#shared/contracts/administration.ts";
import { ACCESS_MODES, type AccessMode as Mode } from "#shared/rules/site.ts";
import { call } from "../../../api/call.ts";
import { HttpError } from "../../../api/errors.ts";
import { t } from "../../../i18n/index.ts";
import { noteEndedSession } from "../../../offline/account/call.ts";
import { Choice } from "../../../ui/Choice.tsx";
import { useConfirmation } from "../../account/ConfirmPassword.tsx";
import { refusalText } from "../../account/messages.ts";
import styles from "./Administration.module.css";
import { accessQuery } from "./api.ts";

const POLL_INTERVAL_MS = 500;
/** Wait for the servers to start again with another mode. */
const TIMEOUT_MS = 60_000;

/** Choice of who may see the archive. */
export function AccessMode() {
  const client = useQueryClient();
  const { data } = useQuery(accessQuery());
  const confirmation = useConfirmation();
  const { mutate, variables, isPending, error } = useMutation({
    mutationFn: async (access: Mode) => {
      await confirmation.run(() => call(changeAccess, { body: { access } }));
      await untilServed(access);
    },
    onSuccess: () => location.reload(), // the page itself names the mode
    onError: (problem) => {
      noteEndedSession(problem);
      void client.invalidateQueries({ queryKey: accessQuery().queryKey });
    },
  });
  if (data === undefined) return null;
  const shown = isPending ? variables : data.access;
  return (
    <>
      {data.fixed ? (
        <p>{t("administration.accessFixed", { mode: data.access })}</p>
      ) : (
        <Choice
          label={t("administration.whoMaySee")}
          note={t("administration.accessNote")}
          value={shown}
          options={ACCESS_MODES.map((value) => ({
            value,
            label: t("administration.accessName", { value }),
          }))}
          onChoose={(access) => isPending || mutate(access)}
        />
      )}
      <p role="status">{isPending ? t("administration.accessChanging") : null}</p>
      <p className={styles.problem} role="alert">
        {error === null ? null : textOf(error)}
      </p>
      {confirmation.dialog}
    </>
  );
}

/** @throws the last error of `call` after the timeout */
async function untilServed(access: Mode): Promise<void> {
  const until = Date.now() + TIMEOUT_MS;
  for (;;) {
    const answer = await call(getAccess).catch((error: unknown) => {
      if (Date.now() > until) throw error;
      return undefined; // the server is starting
    });
    if (answer?.access === access || Date.now() > until) return;
    await new Promise((done) => setTimeout(done, POLL_INTERVAL_MS));
  }
}

function textOf(error: unknown): string {
  const message = error instanceof HttpError ? error.message : undefined;
  if (message === DATA_SERVERS_ARE_OPEN) return t("administration.accessNeedsNoDataServers");
  if (message === ACCESS_IS_FIXED) return t("administration.accessIsFixed");
  return refusalText(error);
}
