import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { rateCreator } from "#shared/contracts/groups.ts";
import { RATINGS, type Rating } from "#shared/rules/ratings.ts";
import { call } from "../../../api/call.ts";
import { Loaded } from "../../../api/Loaded.tsx";
import { t } from "../../../i18n/index.ts";
import { offsetNumber } from "../../../lib/list-search.ts";
import { noteEndedSession } from "../../../offline/account/call.ts";
import button from "../../../ui/Button.module.css";
import { Choice } from "../../../ui/Choice.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Paginator } from "../../../ui/Paginator.tsx";
import { Success } from "../../../ui/Success.tsx";
import { refusalText } from "../../account/messages.ts";
import styles from "./Administration.module.css";
import { ADMINISTRATION_KEY } from "./api.ts";
import { creatorAt, ratedCreatorsQuery } from "./groups-api.ts";

/** Rates a creator, and lists those that not everyone sees. */
export function Ratings({ o }: { o: string | undefined }) {
  const query = useQuery(ratedCreatorsQuery(o));
  return (
    <section className={styles.part} aria-labelledby="ratings">
      <h2 id="ratings">{t("groups.ratings")}</h2>
      <RatingForm />
      <Loaded query={query} label={t("groups.loadingRatings")} skeleton={styles.ghost}>
        {({ count, creators }) =>
          count === 0 ? (
            <p className={styles.soft}>{t("groups.noRatings")}</p>
          ) : (
            <>
              <ul className={styles.list}>
                {creators.map(({ service, id, name, rating }) => (
                  <li key={`${service}/${id}`} className={styles.row}>
                    <Link to="/$service/user/$id" params={{ service, id }}>
                      <bdi>{name}</bdi>
                    </Link>
                    <span className={styles.soft}>{t("groups.ratingName", { rating })}</span>
                  </li>
                ))}
              </ul>
              <Paginator offset={offsetNumber(o)} count={count} label={t("groups.ratingPages")} />
            </>
          )
        }
      </Loaded>
    </section>
  );
}

function RatingForm() {
  const client = useQueryClient();
  const [address, setAddress] = useState("");
  const [rating, setRating] = useState<Rating>("adults");
  const [isWrong, setIsWrong] = useState(false);
  const { mutate, error, isPending, isSuccess } = useMutation({
    mutationFn: (creator: { service: string; id: string }) =>
      call(rateCreator, { params: creator, body: { rating } }),
    onError: noteEndedSession,
    onSuccess: async () => {
      setAddress("");
      await client.invalidateQueries({ queryKey: ADMINISTRATION_KEY });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const creator = creatorAt(address);
    setIsWrong(creator === undefined);
    if (creator !== undefined) mutate(creator);
  };
  return (
    <form className={styles.form} onSubmit={submit} aria-label={t("groups.rate")}>
      <Field
        label={t("groups.creatorAddress")}
        name="rated"
        required
        value={address}
        problem={isWrong ? t("groups.wrongAddress") : undefined}
        onChange={({ target }) => {
          setAddress(target.value);
          setIsWrong(false);
        }}
      />
      <Choice
        label={t("groups.seenBy")}
        value={rating}
        options={RATINGS.map((value) => ({ value, label: t("groups.ratingName", { rating: value }) }))}
        onChoose={setRating}
      />
      <p className={styles.problem} role="alert">
        {error === null ? null : refusalText(error)}
      </p>
      <button type="submit" className={button.button} disabled={isPending}>
        {t("groups.rate")}
      </button>
      <Success>{isSuccess && address === "" ? t("administration.saved") : null}</Success>
    </form>
  );
}
