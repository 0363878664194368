/** Completion scripts for shells, from the definitions of the commands. */
import type { Command } from "commander";

/** Words that may follow a command. */
interface Place {
  /** Names of the command and those above it, without the program: "account create". */
  path: string;
  words: Word[];
}

interface Word {
  text: string;
  about: string;
}

/** @param shell bash, zsh or fish */
export function completionScript(program: Command, shell: "bash" | "zsh" | "fish"): string {
  const places = placesOf(program, "");
  return { bash, zsh, fish }[shell](program.name(), places);
}

function placesOf(command: Command, path: string): Place[] {
  const words = [
    ...command.commands.map((sub) => ({ text: sub.name(), about: sub.summary() || sub.description() })),
    ...command.registeredArguments.flatMap(({ argChoices = [] }) =>
      argChoices.map((text) => ({ text, about: "" })),
    ),
    ...command.options.map(({ long, short, description }) => ({
      text: long ?? short ?? "",
      about: description,
    })),
    { text: "--help", about: "display help for command" },
  ];
  const below = command.commands.flatMap((sub) => placesOf(sub, `${path} ${sub.name()}`.trim()));
  return [{ path, words }, ...below];
}

/** Finds the command in the words before the cursor; completes its words, and files where none matches. */
function bash(name: string, places: readonly Place[]): string {
  return `_${name}() {
  local word path=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$word" in
      ${pathPattern(places, "|")}) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path" in
${places.map(({ path, words }) => `    "${path}") COMPREPLY=($(compgen -W "${texts(words)}" -- "\${COMP_WORDS[COMP_CWORD]}")) ;;`).join("\n")}
  esac
}
complete -o default -F _${name} ${name}
`;
}

function zsh(name: string, places: readonly Place[]): string {
  const list = (words: readonly Word[]) =>
    words.map(({ text, about }) => quoted(about === "" ? text : `${text}:${about}`)).join(" ");
  return `#compdef ${name}
_${name}() {
  local word place=""
  local -a found
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "\${place:+$place }$word" in
      ${pathPattern(places, "|")}) place="\${place:+$place }$word" ;;
    esac
  done
  case "$place" in
${places.map(({ path, words }) => `    ("${path}") found=(${list(words)}) ;;`).join("\n")}
  esac
  _describe ${name} found || _files
}
compdef _${name} ${name}
`;
}

function fish(name: string, places: readonly Place[]): string {
  const names = (path: string) => (path === "" ? [] : path.split(" "));
  const lines = places.flatMap(({ path, words }) => {
    const below = places
      .map((place) => names(place.path))
      .filter((one) => one.length === names(path).length + 1);
    const children = below
      .filter((one) => one.slice(0, -1).join(" ") === path)
      .map((one) => one.at(-1) ?? "");
    const seen = names(path).map((one) => `__fish_seen_subcommand_from ${one}`);
    const unseen = children.length === 0 ? [] : [`not __fish_seen_subcommand_from ${children.join(" ")}`];
    const condition = [...seen, ...unseen].join("; and ");
    return words.map(({ text, about }) =>
      [
        `complete -c ${name}`,
        `-n ${quoted(condition)}`,
        text.startsWith("--") ? `-l ${text.slice(2)}` : `-a ${text}`,
        ...(about === "" ? [] : [`-d ${quoted(about)}`]),
      ].join(" "),
    );
  });
  return `${lines.join("\n")}\n`;
}

const pathPattern = (places: readonly Place[], separator: string) =>
  places.flatMap(({ path }) => (path === "" ? [] : [`"${path}"`])).join(separator);

const texts = (words: readonly Word[]) => words.map(({ text }) => text).join(" ");

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
