import { createElement as element, useState } from 'react';
import { createRoot } from 'react-dom/client';

/** As little as a React page can be that a patient could sign in with: our pages are measured against it. */
function Form() {
  const [email, setEmail] = useState('');
  return element(
    'main',
    null,
    element('h1', null, 'Sign in'),
    element(
      'form',
      null,
      element(
        'label',
        null,
        'Email address ',
        element('input', {
          type: 'email',
          value: email,
          onChange: (event: { target: { value: string } }) => setEmail(event.target.value),
        }),
      ),
      element('button', { disabled: email === '' }, 'Send Verification Code'),
    ),
  );
}

createRoot(document.getElementById('root')!).render(element(Form));
