import { getTranslations } from "next-intl/server";

/** Who came by a link has a number for a name: it is said in the reader's language. */
export async function formatPersonName(name: string): Promise<string> {
  const number = /^Participant (\d+)$/.exec(name)?.[1];
  return number === undefined ? name : (await getTranslations("shell"))("participant", { number });
}
