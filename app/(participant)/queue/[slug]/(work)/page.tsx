import { titleOf, Work } from "#app/(participant)/queue/[slug]/(work)/work.tsx";

type Props = PageProps<"/queue/[slug]">;

export const generateMetadata = ({ params }: Props) => titleOf(params);

export default function DecidePage({ params }: Props) {
  return <Work step="decide" params={params} />;
}
