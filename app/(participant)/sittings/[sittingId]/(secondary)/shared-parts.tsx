import { getLocale, getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import type { OwnPlace } from "#app/(participant)/sittings/[sittingId]/own-place.ts";
import { Examples } from "#components/task-kinds/examples.tsx";
import { OwnCode } from "#components/sitting/entry/own-code.tsx";
import { Instructions } from "#components/sitting/entry/instructions.tsx";
import { messagesForAll } from "#components/task-kinds/words.ts";
import { Callout } from "#components/ui/callout.tsx";
import { Markdown } from "#components/ui/markdown/markdown.tsx";
import { absoluteUrl } from "#lib/auth/request/visitor.ts";
import { mustGiveCurrent } from "#lib/auth/secrets/own-secret.ts";

type Props = {
  place: OwnPlace["place"];
  /** Stands on a page with a title of its own. */
  under?: boolean;
  notes?: ReactNode;
  children?: ReactNode;
};

/** The team's instructions, with a case of each kind to look at. */
export async function HowItWorks({ place, under = false, notes, children }: Props) {
  const { words, kinds, language, translation } = place;
  const messages = await getMessages();
  const { sitting } = messagesForAll(kinds, messages);
  const reader = await getLocale();
  return (
    <Instructions
      under={under}
      text={<Markdown text={words.instructions} lang={language} under={under ? 2 : 1} />}
      example={<Examples kinds={kinds} language={reader} messages={messages} />}
      words={sitting}
      notes={
        <>
          {translation !== null && (
            <Callout>{sitting.instructions.translation[translation ? "allowed" : "not"]}</Callout>
          )}
          {language !== reader && <Callout>{sitting.otherLanguage}</Callout>}
          {notes}
        </>
      }
    >
      {children}
    </Instructions>
  );
}

/** What one comes back with. */
export async function Code({ viewer, place, passphrase }: OwnPlace & { passphrase: string | null }) {
  const { own } = (await getMessages()).sitting;
  return (
    <OwnCode
      title={place.words.title}
      language={place.language}
      handle={viewer.handle}
      hasSecret={viewer.hasSecret}
      asksCurrent={await mustGiveCurrent(viewer)}
      passphrase={passphrase}
      address={await absoluteUrl("/sign-in?as=participant")}
      words={own}
    />
  );
}
