import { useState } from "react";
import type { Group } from "#shared/entities/group.ts";
import { isService, serviceInfo } from "#shared/services/index.ts";
import { t } from "../../../i18n/index.ts";
import button from "../../../ui/Button.module.css";
import { Field } from "../../../ui/Field.tsx";
import styles from "./Administration.module.css";
import { creatorAt } from "./groups-api.ts";

interface HiddenCreatorsProps {
  creators: Group["creators"];
  onChange: (creators: Group["creators"]) => void;
}

/** Lists the creators that a group does not see, adds one by its address, or removes one. */
export function HiddenCreators({ creators, onChange }: HiddenCreatorsProps) {
  const [address, setAddress] = useState("");
  const [isWrong, setIsWrong] = useState(false);
  const add = () => {
    const creator = creatorAt(address);
    setIsWrong(creator === undefined);
    if (creator === undefined) return;
    setAddress("");
    const isKnown = creators.some(({ service, id }) => service === creator.service && id === creator.id);
    if (!isKnown) onChange([...creators, { ...creator, name: null }]);
  };
  return (
    <>
      <h3>{t("groups.hiddenCreators")}</h3>
      {creators.length === 0 ? null : (
        <ul className={styles.list}>
          {creators.map(({ service, id, name }) => (
            <li key={`${service}/${id}`} className={styles.row}>
              <span>
                <bdi>{name ?? id}</bdi>{" "}
                <span className={styles.soft}>
                  {isService(service) ? serviceInfo(service).title : service}
                </span>
              </span>
              <button
                type="button"
                className={button.button}
                aria-label={t("groups.showAgain", { name: name ?? id })}
                onClick={() =>
                  onChange(creators.filter((other) => other.service !== service || other.id !== id))
                }
              >
                {t("groups.remove")}
              </button>
            </li>
          ))}
        </ul>
      )}
      <Field
        label={t("groups.creatorAddress")}
        name="creator"
        value={address}
        problem={isWrong ? t("groups.wrongAddress") : undefined}
        onChange={({ target }) => {
          setAddress(target.value);
          setIsWrong(false);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault(); // Enter would save the group
          add();
        }}
      />
      <button type="button" className={button.button} onClick={add}>
        {t("groups.hide")}
      </button>
    </>
  );
}
