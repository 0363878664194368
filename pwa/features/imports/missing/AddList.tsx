import { useMutation, useQueryClient } from "@tanstack/react-query";
import { readWantedList, type WantedList } from "#shared/rules/wanted-list.ts";
import { t } from "../../../i18n/index.ts";
import { noteEndedSession } from "../../../offline/account/call.ts";
import button from "../../../ui/Button.module.css";
import { refusalText } from "../../account/messages.ts";
import { UnreadEntries } from "../../favorites/UnreadEntries.tsx";
import { addList, GAPS_KEY, removeList } from "./api.ts";
import styles from "./Missing.module.css";

/** Reads a list of favorites on the device; its creators and posts become wanted. */
export function AddList() {
  const client = useQueryClient();
  const onError = noteEndedSession;
  const onSettled = () => client.invalidateQueries({ queryKey: GAPS_KEY });
  const add = useMutation({
    mutationFn: async (file: File) => {
      const list = readWantedList(await file.text());
      return { list, counts: isEmpty(list) ? undefined : await addList(list) };
    },
    onMutate: () => remove.reset(),
    onError,
    onSettled,
  });
  const remove = useMutation({ mutationFn: removeList, onError, onSettled });
  const error = add.error ?? remove.error;
  const { list, counts } = add.data ?? {};
  return (
    <section className={styles.part} aria-labelledby="list">
      <h2 id="list">{t("missing.addTitle")}</h2>
      <p className={styles.soft}>{t("missing.addNote")}</p>
      <label className={button.label}>
        {t("missing.chooseList")}
        <input
          type="file"
          accept=".json,.jsonl,.ndjson,.csv,.tsv,.txt,.list,application/json,text/*"
          disabled={add.isPending}
          onChange={({ target }) => {
            const file = target.files?.[0];
            target.value = ""; // the same file can be chosen again
            if (file !== undefined) add.mutate(file);
          }}
        />
      </label>
      <p role="status">
        {add.isPending
          ? t("missing.adding")
          : remove.data !== undefined
            ? t("missing.removed", { count: remove.data })
            : counts !== undefined
              ? t("missing.added", counts)
              : null}
      </p>
      {list !== undefined && isEmpty(list) ? (
        <p className={styles.problem} role="alert">
          {t("missing.emptyList")}
        </p>
      ) : null}
      <p className={styles.problem} role="alert">
        {error === null ? null : refusalText(error)}
      </p>
      {counts === undefined || list === undefined || remove.isSuccess ? null : (
        <button
          type="button"
          className={button.button}
          disabled={remove.isPending}
          onClick={() => remove.mutate(list)}
        >
          {t("missing.removeList")}
        </button>
      )}
      {list === undefined ? null : <UnreadEntries unread={list.unread} />}
    </section>
  );
}

const isEmpty = ({ creators, posts }: WantedList) => creators.length + posts.length === 0;
