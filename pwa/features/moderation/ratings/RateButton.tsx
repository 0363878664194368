import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { getPostRating, getRating, rateCreator, ratePost } from "#shared/contracts/groups.ts";
import { RATINGS, type Rating } from "#shared/rules/ratings.ts";
import { call } from "../../../api/call.ts";
import { Loaded } from "../../../api/Loaded.tsx";
import { t } from "../../../i18n/index.ts";
import { flash } from "../../../lib/toast.ts";
import { accountCall, noteEndedSession } from "../../../offline/account/call.ts";
import button from "../../../ui/Button.module.css";
import { Choice } from "../../../ui/Choice.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { OutsideMenu } from "../../../ui/PopoverMenu.tsx";
import { refusalText } from "../../account/messages.ts";
import { ADMINISTRATION_KEY } from "../administration/api.ts";
import styles from "../Moderation.module.css";

/** A creator or post. */
interface Target {
  service: string;
  user: string;
  post?: string;
}

/** Menu item for administrators that sets who sees the creator or post in view. */
export function RateButton({ target }: { target: Target }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className={button.button} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <Icon name="account" size={18} />
        {t("groups.setRating")}
      </button>
      {isOpen ? (
        <OutsideMenu>
          <Dialog
            title={t("groups.setRating")}
            closeLabel={t("moderation.cancel")}
            onClose={() => setIsOpen(false)}
          >
            <Current target={target} onClose={() => setIsOpen(false)} />
          </Dialog>
        </OutsideMenu>
      ) : null}
    </>
  );
}

/** Its own rating, and the one that counts. */
interface Ratings {
  rating: Rating;
  effective?: Rating;
}

function ratingQuery({ service, user: id, post }: Target) {
  return queryOptions({
    queryKey: [...ADMINISTRATION_KEY, "rating", service, id, post],
    queryFn: async (context): Promise<Ratings> =>
      post === undefined
        ? await accountCall(getRating, { params: { service, id } }, context)
        : await accountCall(getPostRating, { params: { service, id, post } }, context),
    staleTime: 0,
  });
}

function Current({ target, onClose }: { target: Target; onClose: () => void }) {
  const query = useQuery(ratingQuery(target));
  return (
    <Loaded query={query} label={t("groups.loadingRatings")} skeleton={styles.ghost}>
      {(ratings) => <RateForm target={target} ratings={ratings} onClose={onClose} />}
    </Loaded>
  );
}

interface RateFormProps {
  target: Target;
  ratings: Ratings;
  onClose: () => void;
}

function RateForm({ target: { service, user: id, post }, ratings, onClose }: RateFormProps) {
  const client = useQueryClient();
  const [rating, setRating] = useState(ratings.rating);
  const { effective = ratings.rating } = ratings;
  const { mutate, error, isPending } = useMutation({
    mutationFn: () =>
      post === undefined
        ? call(rateCreator, { params: { service, id }, body: { rating } })
        : call(ratePost, { params: { service, id, post }, body: { rating } }),
    onError: noteEndedSession,
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ADMINISTRATION_KEY });
      flash({ text: t("administration.saved") });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate();
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <Choice
        label={t("groups.seenBy")}
        note={effective === ratings.rating ? undefined : t("groups.inEffect", { rating: effective })}
        value={rating}
        options={RATINGS.map((value) => ({ value, label: t("groups.ratingName", { rating: value }) }))}
        onChoose={setRating}
      />
      <p className={styles.problem} role="alert">
        {error === null ? null : refusalText(error)}
      </p>
      <button type="submit" className={`${button.button} ${button.primary}`} disabled={isPending}>
        {t("administration.save")}
      </button>
    </form>
  );
}
