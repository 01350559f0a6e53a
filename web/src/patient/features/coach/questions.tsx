import { APPLICATOR_FAQ } from '@domain/copy/applicator-instructions.ts';
import { Accordion } from '@/components/layout/accordion.tsx';
import { Card } from '@/components/layout/card.tsx';

const ITEMS = APPLICATOR_FAQ.map(({ id, question, answer }) => ({ id, title: question, content: answer }));

export function Questions() {
  return (
    <Card title="Frequently asked questions">
      <Accordion items={ITEMS} />
    </Card>
  );
}
