import { titleOf, Work } from "#app/(participant)/queue/[slug]/(work)/work.tsx";

type Props = PageProps<"/queue/[slug]/check">;

export const generateMetadata = ({ params }: Props) => titleOf(params);

export default function CheckPage({ params }: Props) {
  return <Work step="check" params={params} />;
}
