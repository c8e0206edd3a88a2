import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { CardView } from "#components/cards/card-view.tsx";
import { Switches } from "#components/shell/preferences.tsx";
import { SkipLink } from "#components/shell/skip-link.tsx";
import { TopLine } from "#components/shell/top-line.tsx";
import { getPublishedCard } from "#lib/cards/queries.ts";

const getCard = cache(getPublishedCard);

type Props = PageProps<"/cards/[code]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const found = await getCard((await params).code);
  return found ? { title: found.card.study.title } : {};
}

export default async function CardPage({ params }: Props) {
  const { code } = await params;
  const found = await getCard(code);
  if (!found) notFound();
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <TopLine ruled>
        <Switches />
      </TopLine>
      <main
        id="main"
        tabIndex={-1}
        className="@container mx-auto w-full max-w-3xl min-w-0 px-4 pt-6 pb-16 outline-none sm:px-6"
      >
        <CardView card={found.card} code={code} />
      </main>
    </div>
  );
}
