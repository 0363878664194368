import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import type { CreatorListItem, CreatorRow } from "#shared/entities/creator.ts";
import { MAX_FOUND_CREATORS, MAX_LINK_REASON } from "#shared/rules/creator-links.ts";
import { SERVICES, serviceInfo } from "#shared/services/index.ts";
import { Failure } from "../../../api/Failure.tsx";
import { t } from "../../../i18n/index.ts";
import { useDebounced } from "../../../lib/debounced.ts";
import button from "../../../ui/Button.module.css";
import page from "../../../ui/Page.module.css";
import { Success } from "../../../ui/Success.tsx";
import { foundCreatorsQuery } from "../../search/creators/found-api.ts";
import { CreatorCard } from "../creators/CreatorCard.tsx";
import { type CreatorId, newLinkQuery, useRequestLink } from "./api.ts";
import styles from "./CreatorLinks.module.css";
import { refusalText } from "./messages.ts";

const SEARCH_AFTER_MS = 1_000;
const keyOf = ({ service, id }: CreatorId) => `${service}/${id}`;

/** `/:service/user/:id/links/new`: asks the moderators to link another profile to this one. */
export function NewLinkPage({ params }: { params: CreatorId }) {
  const { data, error, refetch } = useQuery(newLinkQuery(params));
  if (error !== null && data === undefined) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined)
    return (
      <div role="status" aria-label={t("creatorLinks.loading")}>
        <div className={`${styles.ghost} ${page.skeleton}`} />
      </div>
    );
  return <NewLinkForm key={keyOf(params)} params={params} links={data.links} />;
}

function NewLinkForm({ params, links }: { params: CreatorId; links: readonly CreatorRow[] }) {
  const [selected, setSelected] = useState<CreatorListItem>();
  const request = useRequestLink(params);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (selected === undefined) return;
    const reason = String(new FormData(event.currentTarget).get("reason") ?? "");
    request.mutate({ to: selected, reason });
  };
  const select = (creator: CreatorListItem) => {
    request.reset();
    setSelected(creator);
  };
  return (
    <div className={styles.part}>
      <h2>{t("creator.links.new")}</h2>
      <Search
        isOut={(one) => [params, ...links].some((known) => keyOf(known) === keyOf(one))}
        selected={selected}
        onSelect={select}
      />
      <form className={styles.form} onSubmit={submit} aria-busy={request.isPending}>
        <h3>{t("creatorLinks.selected")}</h3>
        {selected === undefined ? (
          <p>{t("creatorLinks.selectOne")}</p>
        ) : (
          <div className={styles.selected}>
            <CreatorCard creator={selected} favorited={selected.favorited} />
          </div>
        )}
        <label className={button.label}>
          {t("creatorLinks.reason")}
          <textarea
            className={`${button.field} ${styles.reason}`}
            name="reason"
            rows={3}
            maxLength={MAX_LINK_REASON}
            placeholder={t("creatorLinks.reasonHint")}
          />
        </label>
        <p className={styles.problem} role="alert">
          {request.error === null ? null : refusalText(request.error)}
        </p>
        <Success>{request.isSuccess ? t("creatorLinks.sent") : null}</Success>
        <p className={styles.buttons}>
          <button
            type="submit"
            className={`${button.button} ${button.primary}`}
            disabled={selected === undefined || request.isPending || request.isSuccess}
          >
            {t("creatorLinks.request")}
          </button>
          <Link to="/$service/user/$id/links" params={params} className={button.button}>
            {t("creator.links.back")}
          </Link>
        </p>
      </form>
    </div>
  );
}

interface SearchProps {
  /** True for creators that cannot be linked. */
  isOut: (creator: CreatorListItem) => boolean;
  selected: CreatorListItem | undefined;
  onSelect: (creator: CreatorListItem) => void;
}

function Search({ isOut, selected, onSelect }: SearchProps) {
  const [words, setWords] = useState("");
  const [service, setService] = useState("");
  const q = useDebounced(words.trim(), SEARCH_AFTER_MS) || undefined;
  const query = { q, service: service || undefined };
  const { data, error, refetch } = useQuery({
    ...foundCreatorsQuery(query),
    enabled: q !== undefined || service !== "",
    placeholderData: keepPreviousData,
  });
  const isAsked = q !== undefined || service !== "";
  const found = data?.shown.filter((one) => !isOut(one)).slice(0, MAX_FOUND_CREATORS);
  return (
    <section className={styles.part} aria-label={t("creatorLinks.search")}>
      <div className={styles.fields}>
        <label className={button.label}>
          {t("creators.name")}
          <input
            className={button.field}
            type="search"
            value={words}
            maxLength={200}
            autoComplete="off"
            dir="auto"
            onChange={(event) => setWords(event.target.value)}
          />
        </label>
        <label className={button.label}>
          {t("creators.service")}
          <select
            className={button.field}
            value={service}
            onChange={(event) => setService(event.target.value)}
          >
            <option value="">{t("creators.allServices")}</option>
            {SERVICES.map((name) => (
              <option key={name} value={name} translate="no">
                {serviceInfo(name).title}
              </option>
            ))}
          </select>
        </label>
      </div>
      {!isAsked ? null : error !== null && found === undefined ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : found === undefined ? null : found.length === 0 ? (
        <p role="status">{t("creatorLinks.noResults")}</p>
      ) : (
        <ul className={styles.found} aria-label={t("creatorLinks.results")}>
          {found.map((creator) => (
            <li key={keyOf(creator)}>
              <CreatorCard creator={creator} favorited={creator.favorited} />
              <button
                type="button"
                className={button.button}
                aria-label={t("creatorLinks.selectNamed", { name: creator.name })}
                disabled={selected !== undefined && keyOf(selected) === keyOf(creator)}
                onClick={() => onSelect(creator)}
              >
                {t("creatorLinks.select")}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
