import { Plus, X } from 'lucide-react';
import { Button, type ButtonLook } from '@/components/action/button.tsx';
import { IconButton } from '@/components/action/icon-button.tsx';
import { LinkButton, TextLink } from '@/components/action/link-button.tsx';
import { Menu } from '@/components/overlay/menu.tsx';
import { Spinner } from '@/components/feedback/spinner.tsx';
import { toast } from '@/components/feedback/toast-store.ts';
import { Tooltip } from '@/components/overlay/tooltip.tsx';
import { Row, Specimen } from './specimen.tsx';

const looks: [ButtonLook, string][] = [
  ['primary', 'Continue'],
  ['complete', 'Mark as complete'],
  ['outline', 'See your plan'],
  ['quiet', 'Back'],
];
const places = [
  { to: '/dev/gallery?ovulation', label: 'Log ovulation test' },
  { to: '/dev/gallery?pregnancy', label: 'Log pregnancy test' },
];

export function Actions() {
  return (
    <>
      <Specimen name="Button">
        <div className="space-y-3">
          {looks.map(([look, words]) => (
            <Row key={look}>
              <Button look={look}>{words}</Button>
              <Button look={look} busy>
                {words}
              </Button>
              <Button look={look} disabled>
                {words}
              </Button>
            </Row>
          ))}
        </div>
      </Specimen>
      <Specimen name="Link, link button, icon button">
        <Row>
          <LinkButton to="/dev/gallery">Get in touch</LinkButton>
          <LinkButton to="https://example.com" look="outline" newTab>
            Sign Up
          </LinkButton>
          <TextLink to="/dev/gallery">See All</TextLink>
          <TextLink to="https://example.com" newTab>
            Read more
          </TextLink>
          <IconButton label="Add" icon={Plus} />
          <IconButton label="Close" icon={X} disabled />
        </Row>
      </Specimen>
      <Specimen name="Menu">
        <Menu label="Log test result" entries={places} />
      </Specimen>
      <Specimen name="Tooltip">
        <Row>
          <Tooltip text="You will be able to join this call 10 minutes before it starts.">
            {(trigger) => (
              <Button look="outline" aria-disabled {...trigger}>
                Join your consultation
              </Button>
            )}
          </Tooltip>
          <Tooltip text="Tracking details will be added shortly.">
            {(trigger) => (
              <Button look="outline" aria-disabled {...trigger}>
                Delivery
              </Button>
            )}
          </Tooltip>
        </Row>
      </Specimen>
      <Specimen name="Toast">
        <Row>
          <Button
            look="outline"
            onClick={() => toast({ title: 'Success', description: 'Progress updated successfully' })}
          >
            Good news
          </Button>
          <Button
            look="outline"
            onClick={() =>
              toast({ title: 'Error', description: 'Failed to update progress.', variant: 'destructive' })
            }
          >
            Bad news
          </Button>
        </Row>
      </Specimen>
      <Specimen name="Spinner">
        <Row>
          <Spinner />
          <span className="text-brand">
            <Spinner />
          </span>
        </Row>
      </Specimen>
    </>
  );
}
