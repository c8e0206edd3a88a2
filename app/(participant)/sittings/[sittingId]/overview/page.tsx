import { nameWindow } from "#app/(staff)/window-names.ts";
import { getLocale, getMessages } from "next-intl/server";
import { requireAnswering } from "#app/(participant)/sittings/[sittingId]/own-place.ts";
import { SkipLink } from "#components/shell/skip-link.tsx";
import { withParts } from "#components/sitting/page/part-notice.tsx";
import { SittingAtOverview } from "#components/sitting/page/sitting-at-overview.tsx";
import { pickPageWords } from "#components/sitting/page/page-words.ts";
import { SittingMenu } from "#components/sitting/sitting-menu.tsx";
import { messagesForAll, messagesForEach } from "#components/task-kinds/words.ts";

type Props = PageProps<"/sittings/[sittingId]/overview">;

export const generateMetadata = nameWindow((t) => t("sitting.overview.title"));

export default async function OverviewPage({ params }: Props) {
  const { place } = await requireAnswering(params);
  const [messages, language] = [await getMessages(), await getLocale()];
  const words = pickPageWords(messagesForAll(place.kinds, messages), language);
  return (
    <>
      <SkipLink />
      <SittingAtOverview
        sittingId={place.id}
        progress={withParts(place, messages)}
        questions={place.questions}
        msLeft={place.msLeft}
        words={words}
        wordsOf={messagesForEach(place.kinds, messages, (of) => pickPageWords(of, language))}
        menu={<SittingMenu sittingId={place.id} />}
      />
    </>
  );
}
