import { TextLink } from '@/components/action/link-button.tsx';

const CONTACT = /(contact (?:the Care Team|your Clinical Coach))/;

/** A sentence with contacts as links. */
export const LinkedWords = ({ words }: { words: string }) =>
  words.split(CONTACT).map((part) =>
    CONTACT.test(part) ? (
      <TextLink key={part} to="/support">
        {part}
      </TextLink>
    ) : (
      part
    ),
  );
