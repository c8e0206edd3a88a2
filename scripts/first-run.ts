import { system } from "#lib/auth/operator.ts";
import { listSilentCards, type SilentCard } from "#lib/cards/silent-queries.ts";
import { env } from "#lib/env.ts";
import { prepareFirstRun } from "#lib/first-run/mutations.ts";
import { studyCardPath } from "#lib/paths.ts";
import { formatSelectedCases } from "#lib/study-results/overview/selection-words.ts";

const tell = ({ slug, title, unnamed }: SilentCard): string =>
  `the card of “${title}” doesn’t say that it is about ${formatSelectedCases(unnamed, "en")}. Publish it anew or switch it off: ${env.baseUrl}${studyCardPath(slug)}`;

// The last two lines are for the process that started this one; whatever is printed before is not.
const links = await prepareFirstRun({ demo: env.demo });
const cards = (await listSilentCards(system())).map(tell);
process.stdout.write(`\n${JSON.stringify(cards)}\n${JSON.stringify(links)}\n`, () => process.exit(0));
