import type { Metadata } from "next";
import { getMessages } from "next-intl/server";
import { redirect } from "next/navigation";
import { requireOwnPlace } from "#app/(participant)/sittings/[sittingId]/own-place.ts";
import { proofWords } from "#components/doors/proof-words.ts";
import { NamedCode } from "#components/sitting/finish/codes.tsx";
import { Contact } from "#components/sitting/finish/debrief.tsx";
import { PageTitle } from "#components/sitting/page-title.tsx";
import { WithdrawForm } from "#components/sitting/finish/withdraw-form.tsx";
import { mustGiveCurrent } from "#lib/auth/secrets/own-secret.ts";
import { getOwnSitting } from "#lib/sittings/queries.ts";
import { findContact, listConsentLines } from "#lib/studies/opening/frozen-words.ts";

type Props = PageProps<"/sittings/[sittingId]/withdraw">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { place } = await requireOwnPlace(params);
  const { withdraw } = (await getMessages()).way;
  return { title: place.state === "withdrawn" ? withdraw.eraseTitle : withdraw.title };
}

/** Anybody may go, at any time and by themselves, and have what they answered erased, now or later. */
export default async function WithdrawPage({ params }: Props) {
  const { viewer, place } = await requireOwnPlace(params);
  if ((await getOwnSitting(viewer, place.id))?.isErased) redirect(`/sittings/${place.id}`);
  const { way, sitting } = await getMessages();
  const { withdraw: t } = way;
  const proof = await proofWords();
  const common = { ...t, proof, unreached: way.unreached, failed: sitting.own.errors.other };
  const asksPassphrase = await mustGiveCurrent(viewer);
  if (place.state === "withdrawn")
    return (
      <div className="grid gap-6">
        <PageTitle>{t.eraseTitle}</PageTitle>
        <p>{t.eraseIntro}</p>
        <WithdrawForm
          sittingId={place.id}
          onlyErase
          asksPassphrase={asksPassphrase}
          words={{ ...common, sure: t.sureErase, submit: t.eraseSubmit, back: t.eraseBack }}
        />
      </div>
    );
  return (
    <div className="grid gap-6">
      <PageTitle>{t.title}</PageTitle>
      <p lang={place.language} className="font-medium">
        {place.words.title}
      </p>
      <p>{t.intro}</p>
      <p>{t.paid}</p>
      <Contact contact={findContact(listConsentLines(place.words), place.language)} words={sitting} />
      <NamedCode code={viewer.handle} words={sitting} />
      <p>{t.cannotUndo}</p>
      <WithdrawForm sittingId={place.id} onlyErase={false} asksPassphrase={asksPassphrase} words={common} />
    </div>
  );
}
