/** Identifiers of SPDX that data are often under, with their names on the Hub of Hugging Face. */
const known = [
  "CC0-1.0",
  "CC-BY-4.0",
  "CC-BY-SA-4.0",
  "CC-BY-NC-4.0",
  "CC-BY-ND-4.0",
  "CC-BY-NC-SA-4.0",
  "CC-BY-NC-ND-4.0",
  "CC-BY-3.0",
  "CC-BY-SA-3.0",
  "ODbL-1.0",
  "PDDL-1.0",
  "Apache-2.0",
  "MIT",
  "BSD-3-Clause",
  "GPL-3.0",
];
const otherNames: Readonly<Record<string, string>> = { "ODbL-1.0": "odbl", "PDDL-1.0": "pddl" };

export type Licence = {
  /** As a card's front matter has it. */
  hub: string;
  /** An address where there is one. */
  address: string | null;
};

const plain = (text: string) => text.toLowerCase().replace(/[\s_-]+/g, "-");

/** What is known of a licence that somebody typed: "CC BY 4.0" is CC-BY-4.0. */
export function readLicence(typed: string): Licence {
  if (/^https?:\/\/\S+$/.test(typed)) return { hub: "other", address: typed };
  const id = known.find((one) => plain(one) === plain(typed));
  if (id === undefined) return { hub: "other", address: null };
  return { hub: otherNames[id] ?? id.toLowerCase(), address: `https://spdx.org/licenses/${id}.html` };
}
