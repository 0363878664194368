import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { changeKey, importWithKey } from "#shared/contracts/importer.ts";
import type { ServiceKey } from "#shared/entities/import.ts";
import { serviceInfo } from "#shared/services/index.ts";
import { call } from "../../../api/call.ts";
import { t } from "../../../i18n/index.ts";
import { noteEndedSession } from "../../../offline/account/call.ts";
import button from "../../../ui/Button.module.css";
import { DateText } from "../../../ui/DateText.tsx";
import { ServiceMark } from "../../../ui/ServiceMark.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { keysQuery } from "./api.ts";
import styles from "./Importer.module.css";
import { refusalText } from "./messages.ts";

const SHOWN_IMPORTS = 5;

/** @param imports ids, newest first */
export function KeyRow({ saved, imports }: { saved: ServiceKey; imports: readonly string[] }) {
  const { id, service, dead, added } = saved;
  return (
    <li className={styles.key}>
      <label className={styles.pick}>
        <input type="checkbox" name="revoke" value={id} />
        <span>
          <ServiceMark service={service} />{" "}
          <span className={styles.state} data-dead={dead || undefined}>
            {t("importer.keys.state", { state: dead ? "dead" : "alive" })}
          </span>
        </span>
      </label>
      <p className={styles.soft}>
        {t("importer.keys.added")} <DateText iso={added} show="moment" />
      </p>
      {dead ? <p>{t("importer.keys.deadNote")}</p> : <Automatic saved={saved} />}
      <Imports ids={imports} />
    </li>
  );
}

/** Automatic imports; for valid keys only. */
function Automatic({ saved }: { saved: ServiceKey }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const params = { id: String(saved.id) };
  const change = useMutation({
    scope: { id: `key ${saved.id}` }, // in the order of the choices
    mutationFn: (isOn: boolean) => call(changeKey, { params, body: { auto_import: isOn } }),
    onError: noteEndedSession,
    onSettled: () => client.invalidateQueries({ queryKey: keysQuery().queryKey }),
  });
  const start = useMutation({
    mutationFn: () => call(importWithKey, { params }),
    onError: noteEndedSession,
    onSuccess: ({ import_id: id }) => navigate({ to: "/importer/status/$import", params: { import: id } }),
  });
  const error = change.error ?? start.error;
  const next = saved.auto_import ? saved.next_import_at : null;
  return (
    <>
      <Switch
        label={t("importer.autoImport")}
        isOn={change.isPending ? change.variables : saved.auto_import}
        onChange={(isOn) => change.mutate(isOn)}
      />
      {next === null ? null : (
        <p className={styles.soft}>
          {t("importer.keys.next")} <DateText iso={next} show="moment" />
        </p>
      )}
      <p>
        <button
          type="button"
          className={button.button}
          disabled={start.isPending}
          aria-label={t("importer.keys.importNowOf", { service: serviceInfo(saved.service).title })}
          onClick={() => start.mutate()}
        >
          {t("importer.keys.importNow")}
        </button>
      </p>
      <p className={styles.problem} role="alert">
        {error === null ? null : refusalText(error)}
      </p>
    </>
  );
}

function Imports({ ids }: { ids: readonly string[] }) {
  return (
    <>
      <p className={styles.soft}>{t("importer.keys.imports", { count: ids.length })}</p>
      {ids.length === 0 ? null : (
        <ul className={styles.ids}>
          {ids.slice(0, SHOWN_IMPORTS).map((id) => (
            <li key={id}>
              <Link to="/importer/status/$import" params={{ import: id }} preload={false}>
                <code>{id}</code>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
