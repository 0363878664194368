/**
 * Removes characters from the end, in linear time; a pattern such as `/[ .]+$/` is tried at every space of the text.
 * @param character pattern of one character
 */
export function trimEndOf(text: string, character: RegExp): string {
  let end = text.length;
  while (end > 0 && character.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
