/** All that a mail or a text says of a message: whoever is near reads it on a locked phone, too. */
export const MESSAGE_NOTICE = 'Béa: you have a new message.';
