import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { setRatingRule } from "#shared/contracts/groups.ts";
import { type RatingRule, RULE_KINDS } from "#shared/entities/group.ts";
import { RATINGS, type Rating } from "#shared/rules/ratings.ts";
import { isService, SERVICES, type Service, serviceInfo } from "#shared/services/index.ts";
import { call } from "../../../api/call.ts";
import { Loaded } from "../../../api/Loaded.tsx";
import { t } from "../../../i18n/index.ts";
import { noteEndedSession } from "../../../offline/account/call.ts";
import button from "../../../ui/Button.module.css";
import { Choice } from "../../../ui/Choice.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Success } from "../../../ui/Success.tsx";
import styles from "./Administration.module.css";
import { ADMINISTRATION_KEY } from "./api.ts";
import { groupProblem, ratingRulesQuery } from "./groups-api.ts";

/** Rules that rate all creators of a service, or all posts with a tag. */
export function RatingRules() {
  const query = useQuery(ratingRulesQuery());
  return (
    <section className={styles.part} aria-labelledby="rules">
      <h2 id="rules">{t("groups.rules")}</h2>
      <p className={styles.soft}>{t("groups.rulesAbout")}</p>
      <Loaded query={query} label={t("groups.loadingRules")} skeleton={styles.ghost}>
        {(rules) =>
          rules.length === 0 ? null : (
            <ul className={styles.list}>
              {rules.map((rule) => (
                <RuleRow key={`${rule.kind} ${rule.name}`} rule={rule} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <RuleForm />
    </section>
  );
}

type Rule = Pick<RatingRule, "kind" | "name" | "rating">;

function useSetRule(onSuccess?: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ kind, name, rating }: Rule) =>
      call(setRatingRule, {
        body: kind === "service" ? { kind, name: name as Service, rating } : { kind, name, rating },
      }),
    onError: noteEndedSession,
    onSuccess: async () => {
      onSuccess?.();
      await client.invalidateQueries({ queryKey: ADMINISTRATION_KEY });
    },
  });
}

function RuleRow({ rule }: { rule: RatingRule }) {
  const { mutate, error, isPending } = useSetRule();
  const { kind, rating, pending } = rule;
  const name = kind === "service" && isService(rule.name) ? serviceInfo(rule.name).title : rule.name;
  return (
    <li className={styles.row}>
      <span>
        {t("groups.ruleKind", { kind })}: <bdi>{name}</bdi>
      </span>
      <span className={styles.soft}>
        {t("groups.ratingName", { rating })}
        {pending ? ` · ${t("groups.rulePending")}` : null}
      </span>
      <button
        type="button"
        className={button.button}
        disabled={isPending}
        aria-label={t("groups.deleteRule", { name })}
        onClick={() => mutate({ ...rule, rating: "everyone" })}
      >
        {t("groups.delete")}
      </button>
      {error === null ? null : (
        <span className={styles.problem} role="alert">
          {groupProblem(error)}
        </span>
      )}
    </li>
  );
}

/** Ratings that a rule can give. */
const STRICTER = RATINGS.filter((rating) => rating !== "everyone");

function RuleForm() {
  const [kind, setKind] = useState<RatingRule["kind"]>("tag");
  const [service, setService] = useState<string>(SERVICES[0]);
  const [tag, setTag] = useState("");
  const [rating, setRating] = useState<Rating>("adults");
  const { mutate, error, isPending, isSuccess } = useSetRule(() => setTag(""));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate({ kind, name: kind === "service" ? service : tag, rating });
  };
  return (
    <form className={styles.form} onSubmit={submit} aria-label={t("groups.addRule")}>
      <Choice
        label={t("groups.ruleFor")}
        value={kind}
        options={RULE_KINDS.map((value) => ({ value, label: t("groups.ruleKind", { kind: value }) }))}
        onChoose={setKind}
      />
      {kind === "service" ? (
        <label className={button.label}>
          {t("groups.ruleKind", { kind })}
          <select
            className={button.field}
            value={service}
            onChange={({ target }) => setService(target.value)}
          >
            {SERVICES.map((one) => (
              <option key={one} value={one}>
                {serviceInfo(one).title}
              </option>
            ))}
          </select>
        </label>
      ) : (
        <Field
          label={t("groups.ruleKind", { kind })}
          name="tag"
          required
          maxLength={200}
          value={tag}
          onChange={({ target }) => setTag(target.value)}
        />
      )}
      <Choice
        label={t("groups.seenBy")}
        value={rating}
        options={STRICTER.map((value) => ({ value, label: t("groups.ratingName", { rating: value }) }))}
        onChoose={setRating}
      />
      <p className={styles.problem} role="alert">
        {error === null ? null : groupProblem(error)}
      </p>
      <button type="submit" className={button.button} disabled={isPending}>
        {t("groups.addRule")}
      </button>
      <Success>{isSuccess && tag === "" ? t("administration.saved") : null}</Success>
    </form>
  );
}
