import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Rich } from "../i18n/Rich.tsx";
import type { TextId } from "../i18n/texts.ts";
import { site, withoutScheme } from "../lib/site.ts";

/** A text with its links; addresses come from the settings. */
export function LinkedText({ id, name = "" }: { id: TextId; name?: string }) {
  const { contact = "", status = "" } = site();
  return <Rich id={id} values={{ address: withoutScheme(contact), name }} tags={tagsFor(contact, status)} />;
}

function tagsFor(contact: string, status: string): Record<string, (text: string) => ReactNode> {
  return {
    address: (text) => (
      <a href={contact} dir="auto">
        {text}
      </a>
    ),
    status: (text) => <a href={status}>{text}</a>,
    contact: (text) => <Link to="/contact">{text}</Link>,
    dmca: (text) => <Link to="/dmca">{text}</Link>,
    importer: (text) => <Link to="/importer">{text}</Link>,
    keys: (text) => <Link to="/importer/tutorial">{text}</Link>,
    fanbox: (text) => <Link to="/importer/tutorial_fanbox">{text}</Link>,
    code: (text) => (
      <code dir="ltr" translate="no">
        {text}
      </code>
    ),
  };
}
