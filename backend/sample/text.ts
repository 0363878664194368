/** Generates sentences, titles and posts from the phrase banks. */

import type { Theme } from "./phrases/theme.ts";
import { VOICES } from "./phrases/voices.ts";
import type { Rng } from "./prng.ts";

/** Fills `{slot}`s; a slot keeps its word within a text, so that a post stays on one topic. */
export class TextGenerator {
  readonly #rng: Rng;
  readonly #theme: Theme;
  readonly #chosen = new Map<string, string>();

  constructor(theme: Theme, rng: Rng) {
    this.#theme = theme;
    this.#rng = rng;
  }

  fill(template: string): string {
    if (!template.includes("{")) return template;
    const text = template.replace(/\{(\w+)\}/g, (_, slot: string) => this.#word(slot));
    return text.charAt(0).toUpperCase() + text.slice(1);
  }

  title(): string {
    return this.fill(this.#rng.pick(this.#theme.titles));
  }

  /** Distinct sentences. */
  sentences(count: number): string[] {
    return this.#rng.some(this.#theme.lines, count).map((line) => this.fill(line));
  }

  list(count: number): string[] {
    return this.#rng.some(this.#theme.items, count).map((item) => this.fill(item));
  }

  #word(slot: string): string {
    if (slot === "n" || slot === "m") return String(this.#rng.int(2, 24));
    let word = this.#chosen.get(slot);
    if (word === undefined) {
      word = this.#rng.pick(this.#theme.words[slot] ?? [slot]);
      this.#chosen.set(slot, word);
    }
    return word;
  }
}

export interface ContentOptions {
  paragraphs: number;
  /** Paths of inline images. */
  inline: readonly string[];
  link?: string;
}

/** HTML of a post: greeting, paragraphs, perhaps a list, images and a link, and a closing. */
export function contentOf(generator: TextGenerator, theme: Theme, rng: Rng, options: ContentOptions): string {
  const voice = VOICES[theme.language];
  const gap = theme.language === "ja" || theme.language === "zh" ? "" : " ";
  const parts: string[] = [];
  if (rng.chance(0.7)) parts.push(`<p>${rng.pick(voice.openings)}</p>`);
  for (let i = 0; i < options.paragraphs; i++) {
    const [first, ...rest] = generator.sentences(rng.int(2, 4));
    parts.push(`<p>${rng.chance(0.12) ? `<strong>${first}</strong>` : first}${gap}${rest.join(gap)}</p>`);
    const image = options.inline[i];
    if (image !== undefined) parts.push(`<p><img src="${image}" alt=""></p>`);
  }
  if (rng.chance(0.4))
    parts.push(
      `<h3>${rng.pick(voice.listHeads)}</h3><ul>${generator
        .list(rng.int(2, 5))
        .map((item) => `<li>${item}</li>`)
        .join("")}</ul>`,
    );
  if (options.link !== undefined)
    parts.push(`<p><a href="${options.link}" rel="nofollow noopener">${rng.pick(voice.linkTexts)}</a></p>`);
  if (rng.chance(0.6))
    parts.push(
      `<p>${rng.chance(0.3) ? `<em>${rng.pick(voice.closings)}</em>` : rng.pick(voice.closings)}</p>`,
    );
  return parts.join("");
}
