button-protest = Protest
form-protest = Protest against game No. { $number }
form-protest-text = What happened, and against which rule
protest-made = Protest No. { $id } is in the protocol. The chief judge or the appeal board decides; until then the points are provisional.
