import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { addGroup, changeGroup, deleteGroup } from "#shared/contracts/groups.ts";
import type { Group } from "#shared/entities/group.ts";
import { RATINGS } from "#shared/rules/ratings.ts";
import { isService, SERVICES, serviceInfo } from "#shared/services/index.ts";
import { call } from "../../../api/call.ts";
import { t } from "../../../i18n/index.ts";
import { noteEndedSession } from "../../../offline/account/call.ts";
import button from "../../../ui/Button.module.css";
import { Choice } from "../../../ui/Choice.tsx";
import { Field } from "../../../ui/Field.tsx";
import { useConfirmation } from "../../account/ConfirmPassword.tsx";
import styles from "./Administration.module.css";
import { ADMINISTRATION_KEY } from "./api.ts";
import { groupProblem } from "./groups-api.ts";
import { HiddenCreators } from "./HiddenCreators.tsx";

const EMPTY: Pick<Group, "name" | "rating" | "services" | "creators"> = {
  name: "",
  rating: "adults",
  services: [],
  creators: [],
};

/** Adds a group, or changes or deletes one. */
export function GroupForm({ group, onClose }: { group?: Group; onClose: () => void }) {
  const client = useQueryClient();
  const confirmation = useConfirmation();
  const [{ name, rating, services, creators }, setRules] = useState<typeof EMPTY>(group ?? EMPTY);
  const change = (part: Partial<typeof EMPTY>) => setRules((before) => ({ ...before, ...part }));
  const after = {
    onError: noteEndedSession,
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ADMINISTRATION_KEY });
      onClose();
    },
  };
  const save = useMutation({
    mutationFn: () => {
      const body = {
        name,
        rating,
        services: services.filter(isService),
        creators: creators.flatMap(({ service, id }) => (isService(service) ? { service, id } : [])),
      };
      return confirmation.run<unknown>(() =>
        group === undefined
          ? call(addGroup, { body })
          : call(changeGroup, { params: { group: String(group.id) }, body }),
      );
    },
    ...after,
  });
  const remove = useMutation({
    mutationFn: () => confirmation.run(() => call(deleteGroup, { params: { group: String(group?.id) } })),
    ...after,
  });
  const error = save.error ?? remove.error;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <>
      <form className={styles.form} onSubmit={submit} aria-label={group?.name ?? t("groups.add")}>
        <Field
          label={t("administration.name")}
          name="name"
          required
          maxLength={60}
          value={name}
          onChange={({ target }) => change({ name: target.value })}
        />
        <Choice
          label={t("groups.rating")}
          note={t("groups.ratingNote")}
          value={rating}
          options={RATINGS.map((value) => ({ value, label: t("groups.ratingName", { rating: value }) }))}
          onChoose={(value) => change({ rating: value })}
        />
        <fieldset className={styles.checks}>
          <legend className={styles.legend}>{t("groups.hiddenServices")}</legend>
          {SERVICES.map((service) => (
            <label key={service} className={styles.check}>
              <input
                type="checkbox"
                checked={services.includes(service)}
                onChange={({ target }) =>
                  change({
                    services: target.checked
                      ? [...services, service]
                      : services.filter((other) => other !== service),
                  })
                }
              />
              {serviceInfo(service).title}
            </label>
          ))}
        </fieldset>
        <HiddenCreators creators={creators} onChange={(left) => change({ creators: left })} />
        <p className={styles.problem} role="alert">
          {error === null ? null : groupProblem(error)}
        </p>
        <div className={styles.pages}>
          <button type="submit" className={`${button.button} ${button.primary}`} disabled={save.isPending}>
            {t("administration.save")}
          </button>
          <button type="button" className={button.button} onClick={onClose}>
            {t("groups.cancel")}
          </button>
          {group === undefined ? null : (
            <button
              type="button"
              className={button.button}
              disabled={remove.isPending}
              onClick={() => remove.mutate()}
            >
              {t("groups.delete")}
            </button>
          )}
        </div>
      </form>
      {confirmation.dialog}
    </>
  );
}
