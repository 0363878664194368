// The library as it was last left (features/saved/sight.ts), until the app stands. It is built from data, never from markup.
const SVG = "http://www.w3.org/2000/svg";

/** What is not made of it: whatever runs, styles or leads away from here. */
const isHarmless = (name, value) =>
  !/^(on|style$|srcdoc$)/i.test(name) && (!/^(src|href|action)$/i.test(name) || /^[/#](?!\/)/.test(value));

function make(node, isSvg) {
  if (typeof node === "string") return document.createTextNode(node);
  const [tag, attributes, nodes] = node;
  if (/^(script|style|iframe|object|embed|link|meta|base)$/i.test(tag)) return document.createTextNode("");
  const inSvg = isSvg || tag === "svg";
  const element = inSvg ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of attributes) if (isHarmless(name, value)) element.setAttribute(name, value);
  element.append(...nodes.map((one) => make(one, inSvg)));
  return element;
}

function loaded(href) {
  if (document.querySelector(`link[rel=stylesheet][href="${CSS.escape(href)}"]`) !== null) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.crossOrigin = "";
  link.href = href;
  document.head.append(link);
  return new Promise((done) => (link.onload = link.onerror = done));
}

/** @param remember called with the screen, so that what is pressed on it is done when the app stands */
export async function show(remember) {
  const { build, locale, isNarrow, styles, nodes } = JSON.parse(localStorage.getItem("sight"));
  if (document.readyState === "loading")
    await new Promise((done) => document.addEventListener("readystatechange", done, { once: true }));
  if (
    build !== document.querySelector('meta[name="build"]')?.content ||
    locale !== `${localStorage.getItem("locale")} ${navigator.languages}` ||
    isNarrow !== matchMedia("(max-width: 719px)").matches
  )
    return;
  await Promise.all(styles.map(loaded));
  const boot = document.querySelector("#root > .boot");
  if (boot === null) return; // the app was quicker
  const drawn = document.createElement("div");
  drawn.id = "drawn";
  drawn.dataset.own = "";
  drawn.append(...nodes.map((node) => make(node, false)));
  boot.after(drawn);
  document.documentElement.dataset.drawn = "yes";
  remember(drawn);
}
