/**
 * A text without the signs at its end. A pattern such as /-+$/ reads each run of signs anew from each of its signs, which
 * takes hours for a long one.
 */
export function withoutEnd(text: string, sign: RegExp): string {
  let end = text.length;
  while (end > 0 && sign.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
