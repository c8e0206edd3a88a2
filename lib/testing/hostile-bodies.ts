/** As many brackets as no form ever nests. */
export const deep = "[".repeat(10_000) + "]".repeat(10_000);

/** A list of a million signs, of one value again and again. */
export const full = (value: string, first = value): string =>
  `[${first}${`,${value}`.repeat(Math.floor(1_000_000 / (value.length + 1)))}]`;

export const boundary = "odd";
export const formType = `multipart/form-data; boundary=${boundary}`;

export const form = (fields: readonly (readonly [name: string, value: string])[]): string =>
  fields
    .map(
      ([name, value]) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    .join("") + `--${boundary}--\r\n`;
