import { Link } from "@tanstack/react-router";
import { t } from "../../i18n/index.ts";
import { Icon } from "../../ui/Icon.tsx";
import type { Place } from "./navigation.ts";

/** A link of the frame, marked where it is the page in view. */
export function PlaceLink({
  place,
  className,
  iconSize,
}: {
  place: Place;
  className: string;
  /** Left out: no icon. */
  iconSize?: number;
}) {
  return (
    <Link
      to={place.to}
      params={place.part === undefined ? {} : { _splat: place.part }}
      className={className}
      activeOptions={{ exact: true, includeSearch: false }}
    >
      {iconSize === undefined ? null : <Icon name={place.icon} size={iconSize} />}
      {t(place.label)}
    </Link>
  );
}
